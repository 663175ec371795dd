/** Reads request bodies. While a request waits for the rest of its body, its place is given back. */
import * as Effect from "effect/Effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { TransportRefused } from "../request/refusal.ts"
import { hasBody } from "../request/Request.ts"
import type { Arrival } from "./ArrivingBodies.ts"
import type { Entrant } from "./Line.ts"

/** A request with a body to read. */
export interface BodySource {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly bodyBytesMax: number
  /** Gives the place back and counts the body as arriving; undefined when too many arrive. */
  readonly beginArrival: (onSlow: () => void) => Arrival | undefined
  /** Takes a place again, waiting in line with other requests. */
  readonly takePlaceAgain: (rest: Entrant) => void
}

const tooLarge = Effect.fail(new TransportRefused({ code: "request_too_large", close: true }))
const tooSlow = Effect.fail(new TransportRefused({ code: "request_timeout", close: true }))
const tooMany = Effect.fail(new TransportRefused({ code: "service_unavailable", close: true }))
const noRoom = Effect.fail(new TransportRefused({ code: "service_unavailable" }))
const EMPTY = new Uint8Array(0)

type Resume = (body: Effect.Effect<Uint8Array, TransportRefused>) => void

/** Waits without a place for the rest of a body, chunk by chunk. Answers with a function that stops waiting. */
const waitForRest = (source: BodySource, resume: Resume): (() => void) => {
  const { bodyBytesMax, incoming, outgoing } = source
  const chunks: Array<Buffer> = []
  let bytes = 0
  const stop = () => {
    incoming.off("data", onData).off("end", onEnd).off("error", onLost).off("close", onLost)
    arrival?.end()
  }
  const refuse = (refusal: Effect.Effect<never, TransportRefused>) => {
    stop()
    incoming.pause()
    resume(refusal)
  }
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    arrival?.received(chunk.length)
    if (bytes <= bodyBytesMax) chunks.push(chunk)
    else refuse(tooLarge)
  }
  const onEnd = () => {
    stop()
    source.takePlaceAgain({
      start: () => resume(outgoing.destroyed ? Effect.interrupt : Effect.succeed(Buffer.concat(chunks, bytes))),
      shed: () => resume(noRoom),
    })
  }
  const onLost = () => {
    stop()
    resume(Effect.interrupt)
  }
  const arrival = source.beginArrival(() => refuse(tooSlow))
  if (arrival === undefined) resume(tooMany)
  else incoming.on("data", onData).on("end", onEnd).on("error", onLost).on("close", onLost)
  return stop
}

/** The body of a request that has arrived completely. */
const whole = (incoming: IncomingMessage, bytesMax: number) => {
  const bytes = (incoming.read() as Buffer | null) ?? EMPTY
  return bytes.length > bytesMax ? tooLarge : Effect.succeed<Uint8Array>(bytes)
}

const rest = (source: BodySource) =>
  Effect.callback<Uint8Array, TransportRefused>((resume) => {
    if (source.outgoing.destroyed || source.incoming.errored !== null) return resume(Effect.interrupt)
    return Effect.sync(waitForRest(source, resume))
  })

/**
 * The body of a request; empty without a body. A body that has arrived completely is answered at once. The rest of an
 * incomplete body is awaited without a place. Refuses a body that is too large as soon as that is known, and a body
 * that is too slow.
 */
export const readBody = (source: BodySource): Effect.Effect<Uint8Array, TransportRefused> => {
  const { bodyBytesMax, incoming } = source
  const length = incoming.headers["content-length"]
  if (length !== undefined && Number(length) > bodyBytesMax) return tooLarge
  if (!hasBody(incoming)) return Effect.succeed(EMPTY)
  return incoming.complete ? whole(incoming, bodyBytesMax) : rest(source)
}
