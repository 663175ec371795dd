/** The operator console. Its screens come with the operator surface that they speak to. */

/** Version of the console. */
export const version = "0.1.0"
