/** The settings of a run, as `garrison config` has them: which file is read, what --set says, secrets in a file. */
import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryDirectory } from "../support/garrison.ts"
import { garrison } from "../support/inProcess.ts"

const SECRET = "key-secret-of-this-test-0123456789"
const EARLIER = "earlier-secret-of-this-test-01234567"

/** A directory with these files, and what `garrison config` says there. */
const place = (files: Readonly<Record<string, string>> = {}) => {
  const cwd = temporaryDirectory()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  const config = async (env: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) => {
    const { code, stderr, stdout } = await garrison(["config", "--json", ...args], { cwd, env })
    const { settings } = JSON.parse(stdout) as { readonly settings: ReadonlyArray<Record<string, string>> }
    const of = (name: string) => {
      const { source, value } = settings.find((setting) => setting["name"] === name) ?? {}
      return `${value} (${source})`
    }
    return { code, stderr, of }
  }
  return { cwd, config }
}

describe("the settings file", () => {
  const files = {
    "garrison.json": '{"issuer":"default"}',
    "other.json": '{"issuer":"other"}',
    "third.json": '{"issuer":"third"}',
  }

  it.each([
    ["garrison.json where none is named", {}, [], "default (garrison.json:1)"],
    ["the one that GARRISON_CONFIG names", { GARRISON_CONFIG: "other.json" }, [], "other (other.json:1)"],
    ["that of --config before it", { GARRISON_CONFIG: "other.json" }, ["-c", "third.json"], "third (third.json:1)"],
    ["garrison.json where the variable is empty", { GARRISON_CONFIG: "" }, [], "default (garrison.json:1)"],
  ] as const)("is %s", async (_, env, args, issuer) => {
    const { code, of } = await place(files).config(env, ...args)
    assert.deepStrictEqual([code, of("issuer")], [0, issuer])
  })

  it("need not be there, and is refused where it cannot be read", async () => {
    const { config, cwd } = place()
    assert.deepStrictEqual((await config({})).code, 0)
    mkdirSync(join(cwd, "folder"))
    writeFileSync(join(cwd, "latin1.json"), Buffer.from([0x7b, 0xe9, 0x7d]))
    for (const [name, reason] of [
      ["none.json", "it does not exist"],
      ["folder", "it is a directory"],
      ["latin1.json", "it is not UTF-8 text"],
    ] as const) {
      const { code, stderr } = await config({}, "--config", name)
      assert.strictEqual(code, 2)
      assert.include(stderr, `${name}: it cannot be read: ${reason}`)
    }
  })
})

describe("--set", () => {
  it("wins over a variable, which wins over the file; a flag of its own name is another way to say it", async () => {
    const { config } = place({ "garrison.json": '{"audience":"file","storage":"sqlite:file.db"}' })
    const env = { GARRISON_AUDIENCE: "variable" }
    assert.strictEqual((await config({})).of("audience"), "file (garrison.json:1)")
    assert.strictEqual((await config(env)).of("audience"), "variable (GARRISON_AUDIENCE)")
    assert.strictEqual((await config(env, "--set", " audience =set")).of("audience"), "set (--set audience)")
    assert.strictEqual((await config({}, "-s", "sqlite:flag.db")).of("storage"), "sqlite:flag.db (--storage)")
    assert.strictEqual((await config({}, "--set", "storage=sqlite:x.db")).of("storage"), "sqlite:x.db (--set storage)")
  })

  it.each([
    ["=x", "--set: it takes NAME=VALUE"],
    ["port", '--set: it takes NAME=VALUE, not "port"'],
    ["prot=1", "--set prot: there is no setting prot; did you mean port?"],
    ["port=1.5", "--set port: port must be a whole number from 0 to 65535"],
    ["keySecret=short", "--set keySecret: keySecret must be a secret of 32 to 1024 printable characters"],
  ])("%s is refused", async (assignment, said) => {
    const { code, stderr } = await place().config({}, "--set", assignment)
    assert.strictEqual(code, 2)
    assert.include(stderr, JSON.stringify(said).slice(1, -1))
    assert.notInclude(stderr, "short")
  })
})

describe("a file with the key secret", () => {
  it("has the secret in its first line and earlier ones below, from wherever it is named", async () => {
    const { config } = place({ secret: `\r\n${SECRET}\r\n\n${EARLIER}\n` })
    for (const [env, args, source] of [
      [{ GARRISON_KEY_SECRET_FILE: "secret" }, [], "GARRISON_KEY_SECRET_FILE"],
      [{}, ["--set", "keySecretFile=secret"], "--set keySecretFile"],
    ] as const) {
      const { code, of, stderr } = await config(env, ...args)
      assert.strictEqual(code, 0, stderr)
      assert.strictEqual(of("keySecret"), `**** (${source})`)
      assert.include(of("keySecretPrevious"), "****")
      assert.notInclude(stderr, SECRET)
    }
  })

  it.each([
    [{ secret: "" }, {}, "keySecretFile: the file must hold"],
    [{ secret: "\n\n" }, {}, "keySecretFile: the file must hold"],
    [{ secret: `${SECRET}\nshort\n` }, {}, "keySecretFile: the file must hold"],
    [{}, {}, "secret cannot be read: it does not exist"],
    [
      { secret: SECRET },
      { GARRISON_KEY_SECRET: EARLIER },
      "keySecretFile and keySecret are given, which is one too many",
    ],
  ] as const)("%j is refused, and no secret shows", async (files, env, said) => {
    const { code, stderr } = await place(files).config(env, "--set", "keySecretFile=secret")
    assert.strictEqual(code, 2)
    assert.include(stderr, said)
    for (const secret of [SECRET, EARLIER, "short"]) assert.notInclude(stderr, secret)
  })
})

describe("a variable that is probably misspelt", () => {
  it("is warned of, to scripts as a line of JSON, while the command goes on", async () => {
    const { config } = place()
    const { code, stderr } = await config({ GARRISON_PROT: "1", GARRISON_UNRELATED_THING: "1" })
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(JSON.parse(stderr), {
      level: "warning",
      message: "GARRISON_PROT is not a setting; did you mean GARRISON_PORT?",
    })
  })
})
