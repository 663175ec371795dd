/** A portal on this machine, as far as Garrison asks it: a server of keys, and the id tokens of its users. */
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK } from "jose/key/export"
import { generateKeyPair } from "jose/key/generate/keypair"
import { SignJWT } from "jose/jwt/sign"
import { LOOPBACK, LOOPBACK_HOST } from "./loopback.ts"

/** A key pair of the portal. */
export type PortalKey = Awaited<ReturnType<typeof makePortalKey>>

/** A new key pair of this name. */
export const makePortalKey = async (kid: string, alg = "RS256") => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } }
}

/** Answers a request for keys. */
type Answer = (response: ServerResponse) => void

/** Answers with JSON. */
export const json =
  (body: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
  }

/** The set of these keys. */
export const keySetOf = (...keys: ReadonlyArray<PortalKey>) => ({ keys: keys.map(({ jwk }) => jwk) })

/** Starts a server that answers every request in the same way, until it is told another one. */
export const startKeyServer = async (first: Answer) => {
  let answer = first
  const requests: Array<string> = []
  const heads: Array<NodeJS.Dict<string | Array<string>>> = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? "")
    heads.push(request.headers)
    answer(response)
  }).listen(0, LOOPBACK)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${LOOPBACK_HOST}:${port}/jwks`,
    /** The paths that were asked for, in their order. */
    requests,
    heads,
    answerWith: (next: Answer) => {
      answer = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

/** A server of keys that runs. */
export type KeyServer = Awaited<ReturnType<typeof startKeyServer>>

/** Signs claims as they stand. `header` is added to `alg`, `kid` and `typ`, and may take their place. */
export const signed = (key: PortalKey, claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, typ: "JWT", ...header }).sign(key.privateKey)
