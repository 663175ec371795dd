/** A request as Node received it. What costs something is looked up when somebody asks for it. */
import type { Caller } from "@garrison/core/token/schema"
import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"
import { TransportRefused } from "../request/refusal.ts"
import { headerOf, type HeaderValues, type IncomingRequest } from "../request/Request.ts"
import type { AddressReader } from "./Proxies.ts"

const tooLarge = Effect.fail(new TransportRefused({ code: "request_too_large", close: true }))
const EMPTY = new Uint8Array(0)

const collect = (incoming: IncomingMessage, bytesMax: number) =>
  Effect.callback<Uint8Array, TransportRefused>((resume) => {
    const chunks: Array<Buffer> = []
    let bytes = 0
    const stop = () => {
      incoming.off("data", onData).off("end", onEnd).off("error", onLost).off("close", onLost)
    }
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bytesMax) {
        chunks.push(chunk)
        return
      }
      stop()
      incoming.pause()
      resume(tooLarge)
    }
    const onEnd = () => {
      stop()
      resume(Effect.succeed(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes)))
    }
    const onLost = () => {
      stop()
      resume(Effect.interrupt)
    }
    incoming.on("data", onData).on("end", onEnd).on("error", onLost).on("close", onLost)
    return Effect.sync(stop)
  })

/** {@link IncomingRequest} over Node's own. */
export class NodeRequest implements IncomingRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly parameters: Readonly<Record<string, string>>
  readonly id: string
  caller: Caller | undefined = undefined
  readonly #incoming: IncomingMessage
  readonly #readAddress: AddressReader
  readonly #bodyBytesMax: number

  constructor(
    incoming: IncomingMessage,
    found: {
      readonly path: string
      readonly query: string
      readonly parameters: Readonly<Record<string, string>>
      readonly id: string
    },
    options: { readonly readAddress: AddressReader; readonly bodyBytesMax: number },
  ) {
    this.#incoming = incoming
    this.#readAddress = options.readAddress
    this.#bodyBytesMax = options.bodyBytesMax
    this.method = incoming.method ?? "GET"
    this.path = found.path
    this.query = found.query
    this.parameters = found.parameters
    this.id = found.id
  }

  get headers(): HeaderValues {
    return this.#incoming.headers
  }

  address(): string {
    return this.#readAddress(this.#incoming.socket.remoteAddress ?? "", headerOf(this, "x-forwarded-for"))
  }

  get body(): Effect.Effect<Uint8Array, TransportRefused> {
    const length = this.#incoming.headers["content-length"]
    if (length !== undefined && Number(length) > this.#bodyBytesMax) return tooLarge
    if (length === "0" || (length === undefined && this.#incoming.headers["transfer-encoding"] === undefined)) {
      return Effect.succeed(EMPTY)
    }
    return collect(this.#incoming, this.#bodyBytesMax)
  }
}
