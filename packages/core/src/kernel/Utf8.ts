/** UTF-8: the bytes that hashes and keys are computed over. */

/** Every platform has this class (WHATWG Encoding); the core compiles without the types of any platform. */
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array }

const encoder = new TextEncoder()

/** The UTF-8 bytes of a text. A surrogate without its other half becomes U+FFFD. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text)
