/**
 * The state of a login by redirect: what the login began with, encrypted, so that nothing of it is stored before the
 * portal has answered (decisions, section 5; guarantees R43, R62).
 */
import * as Aead from "effect/crypto/Aead"
import * as Kdf from "effect/crypto/Kdf"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import { Environment } from "../environment/Environment.ts"
import { fromUtf8, utf8 } from "../kernel/wire/Utf8.ts"
import type { OauthPortalName } from "../login/portal/OauthGateway.ts"
import { type SavedRequest, savedRequest, savedText, stateBytes, stateText } from "./stateText.ts"

const NONCE_BYTES = Aead.xchacha20Poly1305.nonceLength

const salt = utf8("garrison login by redirect")

/** What a state belongs to. The number changes when the text that is encrypted gets another form. */
const boundTo = (portal: OauthPortalName): Uint8Array => utf8(`state 1 ${portal}`)

/**
 * Makes the functions that write and read states. Their key is derived from a secret of the environment, so every node
 * has it. A state of another portal cannot be read, nor one that was altered.
 */
export const makeStates = Effect.gen(function* () {
  const aead = yield* Aead.Aead
  const random = yield* SecureRandom.SecureRandom
  const kdf = yield* Kdf.Kdf
  const { cursorSecret } = yield* Environment
  const bytes = yield* kdf.derive(Kdf.hkdfSha256, cursorSecret, { salt, info: utf8("state"), length: 32 })
  const key = yield* Aead.key(Aead.xchacha20Poly1305, bytes)

  /** The state of a login that begins at this portal. */
  const write = Effect.fnUntraced(function* (portal: OauthPortalName, request: SavedRequest) {
    const nonce = yield* random.randomBytes(NONCE_BYTES)
    const sealed = yield* aead.encrypt(key, utf8(savedText(request)), { nonce, aad: boundTo(portal) })
    const state = new Uint8Array(nonce.length + sealed.length)
    state.set(nonce)
    state.set(sealed, nonce.length)
    return stateText(state)
  }, Effect.orDie)

  /** What the login with this state began with; undefined: no login at this portal has the state. */
  const read = (portal: OauthPortalName, state: string): Effect.Effect<SavedRequest | undefined> => {
    const written = stateBytes(state)
    const [nonce, sealed] = [written.subarray(0, NONCE_BYTES), written.subarray(NONCE_BYTES)]
    return aead.decrypt(key, sealed, { nonce, aad: boundTo(portal) }).pipe(
      Effect.map((text) => savedRequest(fromUtf8(text))),
      Effect.catch(() => Effect.undefined),
    )
  }

  return { write, read }
}).pipe(Effect.provide(Aead.layerWebCrypto), Effect.orDie)
