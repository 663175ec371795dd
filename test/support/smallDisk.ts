/** A small disk that a test can fill: a real one where the tests may mount one. */
import { execFileSync } from "node:child_process"
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A disk, and what can be done to it. */
export interface SmallDisk {
  readonly folder: string
  /** Leaves no room for anything. */
  readonly fill: () => void
  /** Makes room again. */
  readonly free: () => void
  readonly remove: () => void
}

/** Mounts a disk of so many megabytes; undefined where that is not allowed. */
export const smallDisk = (megabytes = 2): SmallDisk | undefined => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-disk-"))
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  const ballast = join(folder, "ballast")
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, "w")
      try {
        for (;;) writeSync(file, Buffer.alloc(4096))
      } catch {
        // There is no room left.
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => {
      execFileSync("umount", [folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
