/**
 * Imported first by the index of each library: a Node that is too old ends with a sentence, before anything is run that
 * it does not have. Runtimes without `process`, such as browsers, are let through: this package needs nothing of Node.
 */

/** As `engines` in package.json, which package managers only warn about. */
const NODE_NEEDED = [24, 7] as const

/** The part of Node that is looked at; the core is compiled without Node's types. */
interface Runtime {
  readonly process?: { readonly versions?: { readonly node?: string } }
}

const version = (globalThis as Runtime).process?.versions?.node
const [major = 0, minor = 0] = (version ?? "").split(".").map(Number)
if (version !== undefined && (major < NODE_NEEDED[0] || (major === NODE_NEEDED[0] && minor < NODE_NEEDED[1]))) {
  throw new Error(
    `Garrison needs Node ${NODE_NEEDED.join(".")} or later; this is Node ${version}. ` +
      'Install a newer one, from https://nodejs.org or as the npm package "node".',
  )
}
