/** The floor's access tokens: signed and verified with jose, verified ones remembered by the rule that Garrison has. */
import { createHash, randomUUID } from "node:crypto"
import { type CryptoKey, generateKeyPair, jwtVerify, SignJWT } from "jose"
import type { FloorDatabase } from "./database.ts"

/** Who calls. */
export interface FloorCaller {
  readonly subject: string
  readonly permissions: ReadonlyArray<string>
}

interface Remembered extends FloorCaller {
  readonly signingInput: string
  readonly signature: string
  readonly expires: number
  readonly session: string
  checked: number
}

const REMEMBERED_MAX = 10_000
const RECHECK_MILLIS = 60_000

const claims = ["iss", "aud", "sub", "client_id", "iat", "exp", "jti", "ver", "sid", "platform", "portal_user_id"]

/** The SHA-256 of a text. */
export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Makes a key pair, and with it what issues and verifies tokens. */
export const makeTokens = async (database: FloorDatabase) => {
  const { privateKey, publicKey } = await generateKeyPair("EdDSA", { extractable: true })
  const remembered = new Map<string, Remembered>()

  const issue = (subject: string, session: string, platform: string, permissions: ReadonlyArray<string>) =>
    new SignJWT({
      client_id: "floor",
      ver: 1,
      sid: session,
      platform,
      portal_user_id: subject,
      permissions,
    })
      .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid: "floor" })
      .setIssuer("garrison")
      .setAudience("garrison")
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime("15m")
      .setJti(randomUUID())
      .sign(privateKey)

  const verify = async (token: string, key: CryptoKey): Promise<Remembered> => {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["EdDSA"],
      audience: "garrison",
      issuer: "garrison",
      requiredClaims: claims,
      typ: "at+jwt",
    })
    const end = token.lastIndexOf(".")
    const entry: Remembered = {
      subject: String(payload.sub),
      permissions: payload.permissions as ReadonlyArray<string>,
      signingInput: token.slice(0, end),
      signature: Buffer.from(token.slice(end + 1), "base64url").toString("latin1"),
      expires: Number(payload.exp) * 1000,
      session: String(payload.sid),
      checked: Date.now(),
    }
    if (remembered.size >= REMEMBERED_MAX) remembered.delete(String(remembered.keys().next().value))
    remembered.set(String(payload.jti), entry)
    return entry
  }

  const authenticate = async (authorization: string | undefined): Promise<FloorCaller> => {
    if (authorization?.startsWith("Bearer ") !== true) throw new Error("auth_token_format")
    const token = authorization.slice(7)
    const [header = "", payload = "", signature = ""] = token.split(".")
    const { jti } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { readonly jti: string }
    const known = remembered.get(jti)
    const now = Date.now()
    if (
      known === undefined ||
      known.signingInput !== `${header}.${payload}` ||
      known.signature !== Buffer.from(signature, "base64url").toString("latin1") ||
      known.expires <= now
    ) {
      return verify(token, publicKey)
    }
    if (known.checked + RECHECK_MILLIS <= now) {
      database.isRevoked.get(known.session, now)
      known.checked = now
    }
    return known
  }

  return { issue, authenticate }
}
