export default {
  // Loaded by Node as they are, and not bundled: they have threads and a database of their own.
  serverExternalPackages: ["@garrison/core", "@garrison/http", "@garrison/sql"],
}
