/** A project that has Garrison's packages installed: the tarballs unpacked, with the dependencies that they name. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { gunzipSync } from "node:zlib"

const root = resolve(import.meta.dirname, "../..")

/** What a package says of itself. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly keywords?: ReadonlyArray<string>
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string }
  readonly engines?: { readonly node: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The manifest of the package in a folder. */
export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest

/** The file name that npm gives the tarball of a package. */
const tarballOf = ({ name, version }: Manifest): string =>
  `${name.replace("@", "").replaceAll("/", "-")}-${version}.tgz`

/** Every package of the workspace that is published, with its folder. */
export const publishedPackages: ReadonlyArray<{ readonly folder: string; readonly manifest: Manifest }> = readdirSync(
  join(root, "packages"),
)
  .map((name) => ({ folder: join(root, "packages", name), manifest: manifestIn(join(root, "packages", name)) }))
  .filter(({ manifest }) => !("private" in manifest))

/** The tarball of each of them, by name. */
export const publishedTarballs: ReadonlyMap<string, string> = new Map(
  publishedPackages.map(({ manifest }) => [manifest.name, tarballOf(manifest)]),
)

const unpack = (project: string, tarballs: string, name: string): void => {
  const target = join(project, "node_modules", name)
  if (existsSync(target)) return
  mkdirSync(target, { recursive: true })
  const tarball = publishedTarballs.get(name)
  if (tarball === undefined) throw new Error(`${name} is not published`)
  const input = gunzipSync(readFileSync(join(tarballs, tarball)))
  execFileSync("tar", ["-xf", "-", "-C", target, "--strip-components", "1"], { input })
  for (const dependency of Object.keys(manifestIn(target).dependencies ?? {})) {
    if (publishedTarballs.has(dependency)) unpack(project, tarballs, dependency)
    else linkInstalled(project, dependency)
  }
}

/** Makes a package that the workspace has installed one of the project. */
export const linkInstalled = (project: string, name: string): void => {
  const target = join(project, "node_modules", name)
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(join(root, "node_modules", name), target, "junction")
}

/** Makes `project` a project with the packages `names` of the folder `tarballs`, and nothing but what they need. */
export const installPacked = (project: string, tarballs: string, names: ReadonlyArray<string>): void => {
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, "package.json"), '{"type":"module","private":true}\n')
  for (const name of names) unpack(project, tarballs, name)
}
