/** The typed client as a browser gets it: one minified module with all that its entry imports. */
import { resolve } from "node:path"
import { rolldown } from "rolldown"

/** What a bundler makes of the client. */
export interface ClientBundle {
  readonly code: string
  /** The files that it is made of, and what it would still import. */
  readonly modules: ReadonlyArray<string>
  readonly imports: ReadonlyArray<string>
}

/** Bundles the client from its sources for a browser. */
export const bundleClient = async (): Promise<ClientBundle> => {
  const root = resolve(import.meta.dirname, "../..")
  const bundle = await rolldown({
    input: resolve(root, "packages/http/src/client.ts"),
    platform: "browser",
    resolve: { conditionNames: ["source", "import", "default"] },
    onwarn: (warning) => {
      throw new Error(warning.message)
    },
  })
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true })
    const [{ code, dynamicImports, imports, moduleIds }] = output
    return { code, modules: moduleIds, imports: [...imports, ...dynamicImports] }
  } finally {
    await bundle.close()
  }
}
