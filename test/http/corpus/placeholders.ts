/**
 * Names for what is random in a recorded text: each value becomes a placeholder numbered by its first appearance in an
 * area, and the same value is the same placeholder everywhere.
 */

/** A uuid that is written down rather than drawn: by the script, or by rules from a catalog. */
const FIXED_UUID = /^[0-9a-f]{8}-0000-[48]000-8/i

/** Members of answers whose values are random, with the name that their placeholders get. */
const RANDOM_MEMBERS: Readonly<Record<string, string>> = {
  refresh_token: "refresh token",
  cursor: "cursor",
  client_secret: "secret",
  notification_id: "notification",
  entry_id: "entry",
  portal_user_id: "portal user",
  kid: "key id",
  x: "public key",
}

const PATTERNS = [
  String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]*`,
  "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
  String.raw`\*{4}[\w-]{4}(?![\w-])`,
  String.raw`[\w-]{8,}(?:\.[\w-]+)*`,
]
const tokens = new RegExp(PATTERNS.join("|"), "g")
const members = new RegExp(`"(${Object.keys(RANDOM_MEMBERS).join("|")})":"?([\\w.-]{8,})`, "g")

const partOf = (token: string, index: number): string =>
  Buffer.from(token.split(".")[index] ?? "", "base64url").toString("utf8")

/** The placeholders of one recording. */
export class Placeholders {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #kept: Set<string>
  #area = ""
  #tokens: Record<string, string> = {}

  /** `kept`: values that are no accident, although they look like it. */
  constructor(kept: Iterable<string>) {
    this.#kept = new Set(kept)
  }

  /** Numbers of placeholders begin anew; those that there are stay. */
  enter(area: string): void {
    this.#area = area
  }

  /** Calls a value by a name of this kind wherever it appears from now on. */
  name(kind: string, value: string): string {
    const known = this.#names.get(value)
    if (known !== undefined) return known
    const key = `${this.#area} ${kind}`
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    const name = `<${kind} ${this.#area}.${count}>`
    this.#names.set(value, name)
    return name
  }

  /** Whether the value had no name yet; now it has. */
  isNew(kind: string, value: string): boolean {
    const isNew = !this.#names.has(value)
    this.name(kind, value)
    return isNew
  }

  /** The text with placeholders. */
  replace(text: string): string {
    for (const [, member = "", value = ""] of text.matchAll(members)) {
      if (!value.startsWith("****")) this.name(RANDOM_MEMBERS[member] ?? member, value)
    }
    // A number stays something else than a text.
    const numbered = text.replace(
      /("legacy_inventory_id":)(-?\d{8,})/g,
      (_, member: string, digits: string) => `${member}{"number":"${this.name("legacy id", digits)}"}`,
    )
    return numbered.replace(tokens, (token) => this.#replaceToken(token))
  }

  /** The access tokens that appeared since the last call: what they say, by placeholder. */
  takeTokens(): Readonly<Record<string, string>> {
    const taken = this.#tokens
    this.#tokens = {}
    return taken
  }

  #replaceToken(token: string): string {
    const known = this.#names.get(token)
    if (known !== undefined) return known
    if (token.startsWith("****")) return this.name("last four", token)
    if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token)) {
      const lower = token.toLowerCase()
      if (FIXED_UUID.test(token) || this.#kept.has(lower)) return token
      const name = this.name("uuid", lower)
      return token === lower ? name : name.toUpperCase()
    }
    if (!/^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return token
    const name = this.name("token", token)
    this.#tokens[name] = `${this.replace(partOf(token, 0))}.${this.replace(partOf(token, 1))}`
    return name
  }
}
