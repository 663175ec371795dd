/** UTF-8: the bytes that hashes and keys are computed over, and the bytes of large texts. */

/** Every platform has these classes (WHATWG Encoding); the core compiles without the types of any platform. */
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array }
declare const TextDecoder: new (
  label: "utf-8",
  options: { readonly fatal: true; readonly ignoreBOM: true },
) => { readonly decode: (bytes: Uint8Array) => string }

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The UTF-8 bytes of a text. A surrogate without its other half becomes U+FFFD. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** The text of UTF-8 bytes. Throws a `TypeError` if the bytes are not UTF-8. */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes)
