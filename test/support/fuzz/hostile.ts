/** What no schema speaks of: texts that are no JSON, bytes that are no text, headers, paths and methods of any kind. */
import type { FuzzedRequest } from "./operations.ts"
import type { Random } from "./random.ts"

/** Turns a request into one that is wrong, or only odd, in one way. */
export type Disturbance = (request: FuzzedRequest, random: Random) => FuzzedRequest

const jsonOf = ({ payload }: FuzzedRequest): string => (typeof payload === "string" && payload !== "" ? payload : "{}")

const withPayload = (request: FuzzedRequest, payload: string | Uint8Array): FuzzedRequest => ({ ...request, payload })

const withHeader = (request: FuzzedRequest, name: string, value: string | ReadonlyArray<string>): FuzzedRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
})

/** JSON texts to put where a member or an item stands. */
const fragments = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u202e\\u200b\\ufeff"',
  '"__proto__"',
  '"anon"',
  '"basic"',
  '"refresh"',
  '"client_credentials"',
  '"a:b"',
  '"constructor"',
  "null",
  "{}",
  "[]",
  "[[[[[]]]]]",
  "-0",
  "1.0",
  "1e3",
  "1e17",
  "1E400",
  "-1e400",
  "1e-400",
  "9007199254740993",
  "-9223372036854775809",
  "9".repeat(5000),
  `"${"x".repeat(5000)}"`,
  `"${"😀".repeat(4097)}"`,
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":1}}',
  '{"toString":1,"hasOwnProperty":2,"toJSON":3}',
  '{"":""}',
  '{"a":1,"a":2}',
  '{"\\u0000":1}',
  "'; DROP TABLE player; --",
  '"\'; DROP TABLE player; --"',
  '"../../../etc/passwd"',
  '"${jndi:ldap://x}"',
]

const places = (text: string, pattern: RegExp): ReadonlyArray<number> =>
  Array.from(text.matchAll(pattern), (found) => found.index + found[0].length)

/** The body with the value after some colon replaced by a fragment. */
const replaceValue: Disturbance = (request, random) => {
  const text = jsonOf(request)
  const colons = places(text, /":/g)
  if (colons.length === 0) return withPayload(request, random.pick(fragments))
  const at = random.pick(colons)
  const rest = text.slice(at).replace(/^(?:"(?:[^"\\]|\\.)*"|[^,{}[\]"]+|\{\}|\[\])/, random.pick(fragments))
  return withPayload(request, text.slice(0, at) + rest)
}

/** The body with one more member in some object. */
const addMember: Disturbance = (request, random) => {
  const text = jsonOf(request)
  const braces = places(text, /\{/g)
  const at = braces.length === 0 ? 0 : random.pick(braces)
  const known = random.pick([...Array.from(text.matchAll(/"(\w+)":/g), ([, key]) => key ?? ""), "__proto__", "x"])
  const comma = text.slice(at).trimStart().startsWith("}") ? "" : ","
  return withPayload(request, `${text.slice(0, at)}"${known}":${random.pick(fragments)}${comma}${text.slice(at)}`)
}

const broken: ReadonlyArray<(text: string, random: Random) => string | Uint8Array> = [
  () => "",
  () => "null",
  () => "0",
  () => '"text"',
  (text) => `[${text}]`,
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text) => ` \n\t${text}\r\n `,
  (text, random) => text.slice(0, random.below(text.length)),
  (text, random) => "[".repeat(random.pick([31, 32, 33, 5000])) + text,
  (text, random) => `${'{"a":'.repeat(random.pick([30, 31, 40]))}${text}`,
  (text) => Buffer.from(text, "utf16le"),
  (text, random) => {
    const bytes = Buffer.from(text)
    if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
    return bytes
  },
  (text) => text.padEnd(64 * 1024, " "),
  (text) => text.padEnd(64 * 1024 + 1, " "),
]

const breakText: Disturbance = (request, random) => withPayload(request, random.pick(broken)(jsonOf(request), random))

const contentTypes = [
  "",
  "text/plain",
  "application/json; charset=utf-8",
  "application/json;charset=UTF-16",
  "application/json;;",
  "application/json, text/html",
  "multipart/form-data; boundary=x",
  "x".repeat(3000),
]

const authorizations = [
  "",
  "Bearer",
  "Bearer ",
  "Bearer  x",
  "bearer x.y.z",
  "Bearer e30.e30.e30",
  `Bearer ${"a".repeat(8000)}`,
  "Basic",
  "Basic !!!",
  `Basic ${Buffer.from("a\0b:c\0d").toString("base64")}`,
  `Basic ${Buffer.from("%00:%ff").toString("base64")}`,
  `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString("base64")}`,
  `Basic ${Buffer.from(":").toString("base64")}`,
  "Digest x",
  "\x80\xff",
]

const others: ReadonlyArray<readonly [string, ReadonlyArray<string | ReadonlyArray<string>>]> = [
  ["if-none-match", ["", "*", '"', 'W/"x", *', ",".repeat(5000), '"'.repeat(5001), ["*", '"x"'], "\x80\xff"]],
  ["if-match", ["*", '"x"', ""]],
  ["accept-encoding", ["", "*;q=0", "gzip;q=2, br;q=x", "zstd", ",".repeat(3000), "identity;q=0"]],
  ["accept", ["text/html", "*/*;q=0", ""]],
  ["user-agent", ["", "\x80\xff", "x".repeat(10_000), ["a", "b"]]],
  ["x-forwarded-for", ["", "1.2.3.4, ::1", "x".repeat(8000), ",,,", ["1.1.1.1", "2.2.2.2"], "[::1]:99999"]],
  ["x-request-id", ["", "a b", "x".repeat(5000), "\x80"]],
  ["x-http-method-override", ["DELETE"]],
  ["idempotency-key", ["", " ", "a b", "x".repeat(256), "x".repeat(9000), "\x80\xff", ["a", "b"], '"quoted"']],
  ["host", ["", "a b", "x".repeat(5000), "localhost:99999"]],
  ["range", ["bytes=0-0"]],
  ["content-encoding", ["gzip", "br"]],
  ["expect", ["200-ok"]],
  ["origin", ["null"]],
]

/** A secret that must come back in no answer and stand in no log and no row, wherever it was sent. */
export const CANARY = "canary-7f3a-of-the-fuzzer"

const secretMember = /"(portal_access_token|portal_parent_access_token|client_secret|code)":"(?:[^"\\]|\\.)*"/g

/** The request with the canary where secrets stand. */
const plantSecret: Disturbance = (request, random) => {
  const planted = withPayload(request, jsonOf(request).replace(secretMember, `"$1":"${CANARY}"`))
  const basic = `Basic ${Buffer.from(`test-game:${CANARY}`).toString("base64")}`
  return random.oneIn(2)
    ? planted
    : withHeader(request, "authorization", random.pick([`Bearer ${CANARY}`, `Bearer e30.${CANARY}.e30`, basic]))
}

const oddHeader: Disturbance = (request, random) => {
  const [name, values] = random.pick(others)
  return withHeader(request, name, random.pick(values))
}

const pathTricks: ReadonlyArray<(path: string, random: Random) => string> = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll("/", "%2F"),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}%00`,
  (path) => `${path}.json`,
  (path) => `${path};a=b`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/i, "5"),
  (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/i, "%00"),
  (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/i, "%ff%2f%zz"),
  (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/i, "%F0%9F%98%80"),
  (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/i, "a".repeat(9000)),
  (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/i, ""),
]

const oddPath: Disturbance = (request, random) => {
  const [path = "", query] = request.target.split("?", 2)
  const odd = random.pick(pathTricks)(path, random)
  return { ...request, target: query === undefined ? odd : `${odd}?${query}` }
}

const queryValues = [
  "",
  "%00",
  "%ff",
  "%",
  "+5",
  "05",
  "1e1",
  "1.0",
  "-1",
  "9".repeat(400),
  "null",
  "true",
  "%F0%9F%98%80",
]
const queryNames = ["page_size", "start_at", "exclude_before", "limit", "sort", "cursor", "starting_position"]

const oddQuery: Disturbance = (request, random) => {
  const name = random.pick([...queryNames, "rotate_secret", "__proto__", "%00", ""])
  const separator = request.target.includes("?") ? "&" : "?"
  const value = random.oneIn(20) ? "a".repeat(8300) : random.pick(queryValues)
  return { ...request, target: `${request.target}${separator}${name}=${value}` }
}

const oddMethod: Disturbance = (request, random) => ({
  ...request,
  method: random.pick(["HEAD", "OPTIONS", "TRACE", "DELETE", "PUT", "POST", "PATCH", "GET", "PROPFIND", "M-SEARCH"]),
})

/** Every kind of disturbance. */
export const disturbances: ReadonlyArray<Disturbance> = [
  replaceValue,
  replaceValue,
  addMember,
  breakText,
  plantSecret,
  (request, random) => withHeader(request, "content-type", random.pick(contentTypes)),
  (request, random) => withHeader(request, "authorization", random.pick(authorizations)),
  oddHeader,
  oddPath,
  oddQuery,
  oddMethod,
]
