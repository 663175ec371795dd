/** The command itself, before any database: help, version, wrong invocations, settings. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

describe("garrison", () => {
  it("prints its version", async () => {
    assert.deepStrictEqual(await garrison(["--version"]), { code: 0, stdout: "garrison 0.1.0\n", stderr: "" })
  })

  it("prints help that was asked for on stdout", async () => {
    for (const args of [[], ["--help"], ["config", "--help"]]) {
      const run = await garrison(args)
      assert.strictEqual(run.code, 0)
      assert.include(run.stdout, "USAGE")
      assert.strictEqual(run.stderr, "")
    }
  })

  it("says what is wrong with an invocation on stderr and exits 2", async () => {
    for (const [args, said] of [
      [["confg"], "config"],
      [["config", "--jsn"], "--json"],
      [["config", "surplus"], "surplus"],
      [["config", "--port", "x", "--hlep"], "--hlep"],
      [["--hlep"], "Did you mean --help?"],
      [["catalog", "chekc"], "Did you mean garrison catalog check?"],
      [["config", "--storage"], "--storage needs a value: URL."],
      [["config", "--json", "--json"], "--json is given 2 times"],
      [["client", "create", "x", "--kind", "machin"], "Did you mean machine?"],
      [["order", "submit", "x", "--quantity", "cow"], '--quantity must be a whole number, not "cow"'],
      [["notify", "x"], "<message> is missing"],
      [["catalogue", "--help"], "There is no command garrison catalogue. Did you mean garrison catalog?"],
      [["help", "client", "crate"], "Did you mean garrison client create?"],
    ] as const) {
      const run = await garrison(args)
      assert.strictEqual(run.code, 2, args.join(" "))
      assert.strictEqual(run.stdout, "")
      assert.include(run.stderr, said)
      assert.include(run.stderr, "--help")
    }
  })

  it("colours nothing without a terminal, and nothing with NO_COLOR", async () => {
    for (const env of [{}, { NO_COLOR: "1", FORCE_COLOR: "1" }]) {
      const { stdout, stderr } = await garrison(["--help"], { env })
      assert.notInclude(stdout + stderr, "\u001b")
    }
  })

  it("help and version are understood as words, too", async () => {
    assert.deepStrictEqual(await garrison(["version"]), await garrison(["--version"]))
    assert.deepStrictEqual(await garrison(["help"]), await garrison(["--help"]))
    assert.deepStrictEqual(await garrison(["help", "catalog", "list"]), await garrison(["catalog", "list", "--help"]))
  })

  it("completes for the common shells", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const run = await garrison(["--completions", shell])
      assert.strictEqual(run.code, 0)
      assert.include(run.stdout, "config")
    }
  })

  it("completes flags that every command takes, and file names, in a real shell", async () => {
    const cwd = temporaryDirectory()
    writeFileSync(join(cwd, "monsters.json"), "")
    writeFileSync(join(cwd, "completion.bash"), (await garrison(["--completions", "bash"])).stdout)
    const complete = (line: string): string => {
      const words = line.split(" ")
      const script = [
        "source completion.bash",
        `COMP_LINE='${line}' COMP_POINT=${line.length} COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})`,
        `COMP_CWORD=${words.length - 1} COMPREPLY=()`,
        `$(complete -p garrison | sed 's/.*-F \\([^ ]*\\).*/\\1/') garrison '${words.at(-1)}' '${words.at(-2)}'`,
        'echo "${COMPREPLY[*]}"',
      ].join("\n")
      return execFileSync("bash", ["-c", script], { cwd, encoding: "utf8" }).trim()
    }
    assert.strictEqual(complete("garrison cat"), "catalog")
    assert.strictEqual(complete("garrison catalog list --st"), "--storage")
    assert.strictEqual(complete("garrison catalog check mon"), "monsters.json")
    assert.strictEqual(complete("garrison client create x --kind "), "game machine")
    assert.strictEqual(complete("garrison serve --log t"), "text")
    assert.strictEqual(complete("garrison client create x -p acc"), "accountOrg:config:edit account:config:edit")
    assert.strictEqual(complete("garrison client create x --grant gol"), "golf")
    assert.strictEqual(complete("garrison --ver"), "--version")
    assert.strictEqual(complete("garrison --completions z"), "zsh")
  })
})

describe("garrison config", () => {
  it("shows each value with where it came from", async () => {
    const cwd = temporaryDirectory()
    writeFileSync(join(cwd, "garrison.json"), '{\n  "issuer": "my-game"\n}\n')
    const env = { GARRISON_PORT: "9000", GARRISON_STORAGE: "postgres://me:hunter2@db/x" }
    const run = await garrison(["config", "--json", "--set", "audience=players"], { cwd, env })
    assert.strictEqual(run.code, 0, run.stderr)
    const { settings } = JSON.parse(run.stdout) as { settings: ReadonlyArray<Record<string, string>> }
    const shown = (name: string) => settings.find((setting) => setting["name"] === name)
    assert.deepInclude(shown("issuer"), { value: "my-game", source: "garrison.json:2" })
    assert.deepInclude(shown("port"), { value: "9000", source: "GARRISON_PORT" })
    assert.deepInclude(shown("audience"), { value: "players", source: "--set audience" })
    assert.deepInclude(shown("host"), { value: "127.0.0.1", source: "default" })
    const human = await garrison(["config"], { cwd, env })
    assert.match(human.stdout, /^issuer +my-game +garrison\.json:2$/m)
    assert.notInclude(human.stdout + run.stdout, "hunter2")
  })

  it("shows what it can when something is wrong, marks it, and ends with 2", async () => {
    const cwd = temporaryDirectory()
    writeFileSync(join(cwd, "garrison.json"), '{\n  "issuer": "my-game",\n  "log": "loud"\n}')
    const env = { GARRISON_PORT: "http", GARRISON_HOST: "", GARRISON_STORAGE: "mysql://me:hunter2@db" }
    const human = await garrison(["config"], { cwd, env })
    assert.strictEqual(human.code, 2)
    assert.match(human.stdout, /^SETTING +VALUE +FROM +PROBLEM$/m)
    assert.match(
      human.stdout,
      /^port +"http" +GARRISON_PORT +port must be a whole number from 0 to 65535, not "http"$/m,
    )
    assert.match(human.stdout, /^log +"loud" +garrison\.json:3 +log must be one of/m)
    assert.match(human.stdout, /^storage +mysql:\/\/… +GARRISON_STORAGE +storage must be sqlite:FILE/m)
    assert.match(human.stdout, /^issuer +my-game +garrison\.json:2$/m)
    assert.match(human.stdout, /^host +127\.0\.0\.1 +default$/m)
    assert.include(human.stderr, "The settings cannot be used.")
    const scripted = await garrison(["config", "--json", "--set", "prot=1"], { cwd, env })
    assert.strictEqual(scripted.code, 2)
    const { settings } = JSON.parse(scripted.stdout) as { settings: ReadonlyArray<Record<string, string>> }
    const wrong = settings.filter(({ problem }) => problem !== undefined).map(({ name }) => name)
    assert.sameMembers(wrong, ["port", "log", "storage"])
    const { error } = JSON.parse(scripted.stderr) as { error: { details: ReadonlyArray<string> } }
    assert.lengthOf(error.details, 4)
    assert.include(error.details, "--set prot: there is no setting prot; did you mean port?")
    assert.notInclude(human.stdout + human.stderr + scripted.stdout + scripted.stderr, "hunter2")
  })

  it("shows what flags and variables say where the file cannot be read", async () => {
    const run = await garrison(["config", "--config", "nowhere.json", "--set", "issuer=mine"])
    assert.strictEqual(run.code, 2)
    assert.match(run.stdout, /^issuer +mine +--set issuer$/m)
    assert.include(run.stderr, "nowhere.json: it cannot be read: it does not exist")
  })

  it("refuses a broken settings file with its line and field", async () => {
    const cwd = temporaryDirectory()
    const file = join(cwd, "own.json")
    writeFileSync(file, '{\n  "port": "x"\n}')
    const run = await garrison(["config", "--config", file], { cwd })
    assert.strictEqual(run.code, 2)
    assert.include(run.stderr, `${file}, line 2: port must be a whole number from 0 to 65535, not "x"`)
  })

  it("--set takes NAME=VALUE once a name; an empty value clears", async () => {
    const env = { GARRISON_TRUSTED_PROXIES: "10.0.0.1", GARRISON_DEFAULT_CLIENT_ID: "mine" }
    const cleared = await garrison(["config", "--set", "trustedProxies=", "--set", "defaultClientId="], { env })
    assert.match(cleared.stdout, /^trustedProxies +--set trustedProxies$/m)
    assert.match(cleared.stdout, /^defaultClientId +--set defaultClientId$/m)
    const equals = await garrison(["config", "--set", "issuer=a=b"])
    assert.match(equals.stdout, /^issuer +a=b +--set issuer$/m)
    const wrong = await garrison([
      "config",
      "--set",
      "port",
      "--set",
      "host=a",
      "--set",
      "host=b",
      "--set",
      "x://me:hunter2@y",
    ])
    assert.strictEqual(wrong.code, 2)
    assert.include(wrong.stderr, '--set: it takes NAME=VALUE, not "port"')
    assert.include(wrong.stderr, "--set host: it is given twice")
    assert.notInclude(wrong.stderr, "hunter2")
  })

  it("guesses what a wrong storage was meant to be, and never shows its password", async () => {
    for (const [storage, said] of [
      ["game.db", "did you mean sqlite:game.db?"],
      ["sqlite://game.db", "did you mean sqlite:game.db?"],
      ["postgres://me:hun%ter2@db/x", "percent-encoded"],
      ["postgres://me:hunter2@db:99999/x", "storage must be"],
    ] as const) {
      const run = await garrison(["config", "--storage", storage])
      assert.strictEqual(run.code, 2, storage)
      assert.include(run.stderr, said)
      assert.notMatch(run.stderr, /hun%?ter2/)
    }
    const shown = await garrison(["config", "--storage", "postgres://me:hunter2@home@db/x?sslpassword=hunter3"])
    assert.include(shown.stdout, "postgres://me:****@db/x?sslpassword=****")
  })

  it("refuses a settings file that is not there", async () => {
    const run = await garrison(["config"], { env: { GARRISON_CONFIG: "nowhere.json" } })
    assert.strictEqual(run.code, 2)
    assert.include(run.stderr, "nowhere.json: it cannot be read: it does not exist")
  })
})
