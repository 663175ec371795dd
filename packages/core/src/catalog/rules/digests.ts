/**
 * Digests that a plain computation needs: the etag of a text, and the SHA-1 of which a uuid is made. The computation is
 * a generator. It yields what is to be digested, and its caller answers: a service of the host, or a function.
 */

/** What is to be digested. */
export type DigestAsk =
  /** Answered with the SHA-256 of the text in UTF-8, in base64url. */
  | { readonly of: "etag"; readonly text: string }
  /** Answered with the SHA-1 of the bytes, in hexadecimal digits. */
  | { readonly of: "uuid"; readonly bytes: Uint8Array }

/** A computation that asks for digests, and ends in `A`. */
export type Digesting<A> = Generator<DigestAsk, A, string>

/** The result, where digests are computed at once. */
export const digested = <A>(work: Digesting<A>, answer: (ask: DigestAsk) => string): A => {
  let step = work.next("")
  while (step.done !== true) step = work.next(answer(step.value))
  return step.value
}
