/** Which content coding a client prefers (RFC 9110, section 12.5.3). */

/** The codings in which the catalog is prepared; `identity` means none. */
export const CODINGS = ["br", "zstd", "gzip", "identity"] as const
export type Coding = (typeof CODINGS)[number]

const weightOf = (parameters: string | undefined): number => {
  const found = /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(parameters ?? "q=1")
  return found === null ? 0 : Math.min(1, Number(found[1]))
}

const weights = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header
      .toLowerCase()
      .split(",")
      .map((member) => member.split(";"))
      .map(([name = "", parameters]) => [name.trim() === "x-gzip" ? "gzip" : name.trim(), weightOf(parameters)]),
  )

const choose = (header: string): Coding => {
  const given = weights(header)
  const others = given.get("*")
  // Identity that is not listed is acceptable with the lowest weight. Other codings that are not listed are not.
  const weight = (coding: Coding): number => given.get(coding) ?? others ?? (coding === "identity" ? 0.0001 : 0)
  let best: Coding = "identity"
  let most = weight("identity")
  for (const coding of CODINGS) {
    if (weight(coding) > most || (weight(coding) === most && best === "identity" && most > 0)) {
      best = coding
      most = weight(coding)
    }
  }
  return best
}

/** Headers remembered with their choice, because clients of one kind always send the same text. */
const REMEMBERED_MAX = 256
const remembered = new Map<string, Coding>()

/**
 * The coding of the answer: the greatest weight, and among equals the best compression. If no coding is acceptable, the
 * answer is plain, because an answer in an unwanted form is worth more than none.
 */
export const preferredCoding = (acceptEncoding: string | undefined): Coding => {
  if (acceptEncoding === undefined || acceptEncoding === "") return "identity"
  const known = remembered.get(acceptEncoding)
  if (known !== undefined) return known
  const coding = choose(acceptEncoding)
  if (remembered.size < REMEMBERED_MAX) remembered.set(acceptEncoding, coding)
  return coding
}
