/** The handler of every route: joins the places of the input, says who asks, and runs the operation of the core. */
import type { ErrorCode } from "@garrison/core/errorCodes"
import type { Caller } from "@garrison/core/kernel/Caller"
import type { InvalidDetail } from "@garrison/core/kernel/input/Invalid"
import type { Refusal } from "@garrison/core/kernel/Refusal"
import type { Act, Actor } from "@garrison/core/operation/Act"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import type * as Effect from "effect/Effect"
import type { Fields } from "../contract/route.ts"
import type { AnyHandler } from "../request/pipeline.ts"
import { headerOf, type Request } from "../request/Request.ts"
import { presentedCredentials } from "./clientCredentials.ts"

/** The host of a request to this machine. It needs no setting: a redirect to it stays on the player's own machine. */
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/

/** A request whose access token was verified, if it takes one. */
type AskingRequest = Request & { readonly caller?: Caller | undefined }

/** The sender of a request. Its address and headers are read where an operation asks for them: few do. */
class Sender implements Actor {
  readonly kind: Actor["kind"]
  readonly id: string
  readonly name: string
  readonly permissions: ReadonlyArray<string>
  readonly caller: Caller | undefined
  readonly #request: AskingRequest

  constructor(request: AskingRequest) {
    const { caller } = request
    this.#request = request
    this.caller = caller
    this.kind = caller?.kind ?? "anonymous"
    this.id = caller?.subject ?? ""
    this.name = caller?.clientId ?? ""
    this.permissions = caller?.permissions ?? []
  }

  get address(): string {
    return this.#request.address()
  }

  get userAgent(): string | undefined {
    return headerOf(this.#request, "user-agent")
  }

  get presented() {
    return this.caller === undefined ? presentedCredentials(headerOf(this.#request, "authorization")) : undefined
  }

  get origin(): string | undefined {
    const host = headerOf(this.#request, "host") ?? ""
    return loopback.test(host) ? `http://${host}` : undefined
  }

  get pathPrefix(): string {
    return this.#request.prefix
  }
}

/** Who asks by a request. */
export const actOf = (request: AskingRequest): Act => ({ actor: new Sender(request) })

/** As {@link actOf}, for operations that a repetition is safe of. */
const repeatableActOf = (request: AskingRequest): Act => ({
  actor: new Sender(request),
  idempotencyKey: headerOf(request, "idempotency-key"),
})

/** A route, without the types of its places. */
export interface AnyRoute<R> {
  readonly isOwn: boolean
  readonly offers: AnyOperation<ErrorCode, R>
  readonly fixed: object | undefined
  readonly headers?: Fields | undefined
}

interface Places {
  readonly params: object | undefined
  readonly query: object | undefined
  readonly body: object | undefined
}

/** The id of the last event that a client of server-sent events has, as the member of the input that it stands for. */
const resumption = (member: string) => (request: AskingRequest) => {
  const id = headerOf(request, "last-event-id") ?? ""
  return id === "" ? undefined : { [member]: id }
}

/** The handler of a route. The fiber of a request has the services that the operation needs (table.ts). */
export const handlerOf = <R>({ fixed, headers, isOwn, offers }: AnyRoute<R>): AnyHandler => {
  const act = headers !== undefined && "idempotency-key" in headers ? repeatableActOf : actOf
  const { resumesBy } = offers.answer
  const resumed = resumesBy === undefined ? () => undefined : resumption(resumesBy)
  const inputOf = ({ body, params, query }: Places, request: AskingRequest): object =>
    isOwn
      ? { ...body, ...query, ...params, ...fixed, ...resumed(request), player_uuid: request.caller?.subject }
      : { ...body, ...query, ...params, ...fixed, ...resumed(request) }
  const answer = (places: Places, request: AskingRequest) =>
    offers.runPermitted(inputOf(places, request), act(request)) as Effect.Effect<unknown, Refusal<ErrorCode>>
  const inspect = offers.inspect?.bind(offers)
  if (inspect === undefined) return answer
  const check = (places: Places, request: AskingRequest) =>
    inspect(inputOf(places, request), act(request)) as Effect.Effect<ReadonlyArray<InvalidDetail>>
  return Object.assign(answer, { check })
}
