/** The refusals of an operation on the page at `/docs`: each status with its codes, and each code with its sentence. */
import { type Markup, markup, sentence } from "@garrison/core/kernel/page/markup"
import { describeErrorCode, type ErrorCode } from "@garrison/core/errorCodes"
import { errorAnswers } from "../contract/errorAnswers.ts"
import { type TransportCode, transportCodes } from "../contract/transportCodes.ts"
import type { ApiOperation, ApiResponse, ApiSchema } from "./document.ts"
import { bodySchema } from "./schema.ts"

/** The codes that a body of refusals is narrowed to. */
const codesOf = ({ allOf = [], anyOf = [], oneOf = [], properties }: ApiSchema): ReadonlyArray<string> => [
  ...(properties?.["error_code"]?.enum ?? []).map(String),
  ...[...allOf, ...anyOf, ...oneOf].flatMap((inner) => codesOf(inner)),
]

/** The bodies that say more than the code: schemas of their own. */
const ownBodies = ({ $ref, anyOf, oneOf }: ApiSchema): ReadonlyArray<ApiSchema> =>
  (anyOf ?? oneOf)?.flatMap((inner) => ownBodies(inner)) ??
  ($ref === undefined || $ref.endsWith("/Error") ? [] : [{ $ref }])

/** What a code means with this status. HTTP and the core share a few codes, and each says what it knows. */
const sentenceOf = (code: string, status: string): string => {
  const ofCore = code as ErrorCode
  if (errorAnswers[ofCore]?.status === Number(status)) return describeErrorCode(ofCore)
  return transportCodes[code as TransportCode] ?? ""
}

const codeLine = (code: string, status: string): Markup =>
  markup`<div class="field"><code class="name">${code}</code> <span>${sentence(sentenceOf(code, status))}</span></div>`

const schemaOf = ({ content = {} }: ApiResponse): ApiSchema => Object.values(content)[0]?.schema ?? {}

const statusPart = (status: string, response: ApiResponse): Markup => {
  const schema = schemaOf(response)
  const codes = codesOf(schema)
  const own = ownBodies(schema)
  const many = codes.length > 1 ? `${codes.length} codes` : (codes[0] ?? "")
  return markup`<details class="status"><summary><strong>${status}</strong> ${sentence(response.description)} <span class="quiet">${many}</span></summary>${codes.map((code) => codeLine(code, status))}${own.map(bodySchema)}</details>`
}

/** Whether nothing in the refusals of a status is about the operation: any request may meet them. */
const isOfHttp = (response: ApiResponse): boolean => {
  const codes = codesOf(schemaOf(response))
  return codes.length > 0 && codes.every((code) => code !== "resource_not_found" && Object.hasOwn(transportCodes, code))
}

const refused = ({ responses }: ApiOperation): ReadonlyArray<readonly [status: string, response: ApiResponse]> =>
  Object.entries(responses).filter(([status]) => status >= "400")

/** The refusals of an operation: those that are about it, and a link to those that any request may meet. */
export const refusalParts = (operation: ApiOperation): Markup => {
  const all = refused(operation)
  const own = all.filter(([, response]) => !isOfHttp(response))
  const others = all.flatMap(([status, response]) => (isOfHttp(response) ? [status] : []))
  const parts = own.map(([status, response]) => statusPart(status, response))
  const common = markup`<p class="quiet">${others.join(", ")}: <a href="#refusals">as any request</a></p>`
  return markup`<h4>Refusals</h4>${parts}${others.length > 0 && common}`
}

/** The refusals that any request may meet, each once. */
export const commonRefusals = (operations: ReadonlyArray<ApiOperation>): Markup => {
  const found = operations.flatMap((operation) => refused(operation).filter(([, response]) => isOfHttp(response)))
  const byStatus = Array.from(new Map(found)).sort(([one], [other]) => Number(one) - Number(other))
  return markup`<section aria-labelledby="refusals"><h2 id="refusals">Refusals of any request</h2><p>Every operation has some of these, and says which.</p>${byStatus.map(([status, response]) => statusPart(status, response))}</section>`
}
