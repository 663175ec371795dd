/** The errors that the promises of the client reject with, and how an answer becomes one. */
import type { ErrorCode } from "@garrison/core/errorCodes"
import type { LoginAnswer, MergeCounts } from "@garrison/core/hostTypes"
import type { TransportCode } from "../contract/transportCodes.ts"
import { parsedJson } from "./json.ts"

/**
 * The `error_code` of the server, or one of five more: `invalid_input` where the server answers 422, `network_failure`
 * when no answer came, `timeout` when none came in time, `unexpected_answer` when something else than this service
 * answered, and `not_logged_in` when there is no session to ask with.
 */
export type GarrisonErrorCode =
  | ErrorCode
  | TransportCode
  | "invalid_input"
  | "network_failure"
  | "timeout"
  | "unexpected_answer"
  | "not_logged_in"
  // A newer server may know further codes.
  | (string & {})

/** Details of a refusal, named as in the bodies of the server. Members without a value are absent. */
export interface GarrisonErrorDetails {
  /** Of `invalid_input`: every broken field with its place. */
  readonly detail?: ReadonlyArray<{
    readonly loc: ReadonlyArray<string | number>
    readonly msg: string
    readonly type: string
  }>
  /** Of `user_auth_restricted`: the restrictions that refuse. */
  readonly restrictions?: LoginAnswer["restrictions"]
  /** Of `user_needs_agreements`, like the next two: whether this agreement is missing. */
  readonly needs_eula?: boolean
  readonly needs_tos?: boolean
  readonly needs_privacy_policy?: boolean
  /** Of `portal_user_taken`: what a merge would join. */
  readonly merge?: MergeCounts
  /** Seconds to wait before trying again, if that may help. */
  readonly retryAfterSeconds?: number
}

/** Why a call of the client was not answered. Its message begins with the code. */
export class GarrisonError extends Error {
  override readonly name = "GarrisonError"
  readonly code: GarrisonErrorCode
  /** The status of the answer; 0 where none came. */
  readonly status: number
  readonly details: GarrisonErrorDetails

  constructor(
    code: GarrisonErrorCode,
    sentence: string,
    given: { readonly status?: number; readonly details?: GarrisonErrorDetails; readonly cause?: unknown } = {},
  ) {
    super(`${code}: ${sentence}`, given.cause === undefined ? undefined : { cause: given.cause })
    this.code = code
    this.status = given.status ?? 0
    this.details = given.details ?? {}
  }

  /** Seconds to wait before trying again, if that may help. */
  get retryAfterSeconds(): number | undefined {
    return this.details.retryAfterSeconds
  }
}

/** An answer as it was read. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The parts of a body of refusal; none where something else than this service answered. */
const bodyOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const body = parsedJson(text)
    return typeof body === "object" && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}

/** The error of an answer that is no success. */
export const errorOf = ({ headers, status, text }: Answer, retryAfterSeconds: number | undefined): GarrisonError => {
  const { auth_success: _, desc, error_code: code, ...rest } = bodyOf(text)
  const details = retryAfterSeconds === undefined ? rest : { ...rest, retryAfterSeconds }
  if (typeof code === "string") return new GarrisonError(code, String(desc), { status, details })
  if (status === 422 && Array.isArray(rest["detail"])) {
    const first = (details as GarrisonErrorDetails).detail?.[0]
    const sentence = first === undefined ? "The request is not valid." : `${first.loc.join(".")} ${first.msg}`
    return new GarrisonError("invalid_input", sentence, { status, details })
  }
  const place = headers.get("location")
  const sentence = `${status} came, which is no answer of this service${place === null ? "" : ` (it leads to ${place})`}. Look at baseUrl.`
  return new GarrisonError("unexpected_answer", sentence, {
    status,
    details: retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  })
}
