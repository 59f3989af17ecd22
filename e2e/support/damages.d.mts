export const damages: readonly { readonly name: string; do(folder: string): void; readonly words: string }[]
