/** How long the console takes to draw a list again after a key, against plain lines drawn by Ink alone. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import config from "../rolldown.config.ts"
import { type Figure, figureOf } from "./report.ts"

interface Redrawn {
  /** Milliseconds of a frame. */
  readonly plain: number
  readonly tenThousand: number
  readonly million: number
}

const root = join(import.meta.dirname, "..")

/** Bundles what draws as the command is bundled, and gives its file to the use. */
const withBundle = async <A>(use: (file: string) => A): Promise<A> => {
  const folder = mkdtempSync(join(root, "node_modules/.redraw-"))
  try {
    const { platform, resolve, transform } = config
    const made = await rolldown({
      input: join(import.meta.dirname, "redraw/redrawn.tsx"),
      ...(platform !== undefined && { platform }),
      ...(resolve !== undefined && { resolve }),
      ...(transform !== undefined && { transform }),
    })
    await made.write({ dir: folder, format: "esm" })
    return use(join(folder, "redrawn.js"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const environment = { ...process.env, FORCE_COLOR: "3", NO_COLOR: "" }

/** Measures what an operator waits for between a key and the frame that answers it, at 200 columns and 60 rows. */
export const measureRedraw = (rounds: number): Promise<ReadonlyArray<Figure>> =>
  withBundle((file) => {
    const measured = Array.from(
      { length: rounds },
      (): Redrawn =>
        JSON.parse(execFileSync(process.execPath, [file], { encoding: "utf8", env: environment })) as Redrawn,
    )
    const figure = (name: string, ours: "tenThousand" | "million"): Figure =>
      figureOf(
        name,
        "ms",
        "as many plain lines drawn by Ink",
        false,
        measured.map((one) => ({ ours: one[ours], floor: one.plain })),
      )
    return [figure("redraw 10,000 rows", "tenThousand"), figure("redraw 1,000,000 rows, windowed", "million")]
  })
