/** Writes the typed client as one module for pages without a bundler: `npm run client-bundle -- [FILE]`. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { bundleClient } from "./client/bundle.ts"

const file = resolve(process.argv[2] ?? "dist/garrison-client.js")
const { code } = await bundleClient()
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, code)
console.log(`${file}: ${Buffer.byteLength(code)} bytes, ${gzipSync(code).length} with gzip`)
