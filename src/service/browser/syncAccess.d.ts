/** Exists only in workers; TypeScript's DOM types leave it out. */
interface FileSystemSyncAccessHandle {
  close(): void
  flush(): void
  truncate(size: number): void
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
}

interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>
}

declare const FileSystemSyncAccessHandle: { readonly prototype: FileSystemSyncAccessHandle }
