/** A style sheet as text, which editors and the build know by its name. */
export const css = String.raw;
