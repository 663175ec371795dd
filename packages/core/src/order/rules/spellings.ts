/** The ways to write one order: what a body leaves out is its default (decisions, section 12). */
import type { OrderRequest } from "../schema.ts"
import { defaultSourceOf, type Submitter } from "./submitter.ts"

/** Every body by which this submitter asks for the same order as by `request`, with defaults left out or written. */
export const spellingsOf = (request: OrderRequest, submitter: Submitter): ReadonlyArray<OrderRequest> => {
  const { source } = submitter
  const sources = source === defaultSourceOf(submitter) ? [undefined, source] : [source]
  const transactions = request.is_transaction === true ? [true] : [undefined, false]
  const { source: _source, is_transaction: _isTransaction, ...rest } = request
  return sources.flatMap((written) =>
    transactions.map((isTransaction) => ({
      ...rest,
      ...(written === undefined ? undefined : { source: written }),
      ...(isTransaction === undefined ? undefined : { is_transaction: isTransaction }),
    })),
  )
}
