#!/usr/bin/env node
/**
 * What `npx garrison` runs. npm links a command when it installs, and only to a file that is there: the bundle of a fresh
 * checkout comes later.
 */
import { existsSync } from "node:fs"

const bundle = new URL("../dist/garrison.js", import.meta.url)
if (existsSync(bundle)) await import(bundle.href)
else {
  process.stderr.write(
    "error: garrison has not been bundled yet.\nDo that by `npm run bundle`; `npm start` does it too.\n",
  )
  process.exitCode = 1
}
