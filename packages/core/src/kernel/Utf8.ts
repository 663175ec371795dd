/** UTF-8: the bytes that hashes and keys are computed over. */

/** The UTF-8 bytes of a text. A surrogate without its other half becomes U+FFFD, as in the platform's own encoder. */
export const utf8 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length * 3)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at)
    if (code >= 0xd800 && code <= 0xdfff) {
      const point = text.codePointAt(at) as number
      if (point > 0xffff) at++
      code = point > 0xffff ? point : 0xfffd
    }
    if (code < 0x80) bytes[length++] = code
    else if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6)
      bytes[length++] = 0x80 | (code & 63)
    } else if (code < 0x10000) {
      bytes[length++] = 0xe0 | (code >> 12)
      bytes[length++] = 0x80 | ((code >> 6) & 63)
      bytes[length++] = 0x80 | (code & 63)
    } else {
      bytes[length++] = 0xf0 | (code >> 18)
      bytes[length++] = 0x80 | ((code >> 12) & 63)
      bytes[length++] = 0x80 | ((code >> 6) & 63)
      bytes[length++] = 0x80 | (code & 63)
    }
  }
  return bytes.subarray(0, length)
}
