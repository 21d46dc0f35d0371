/** Where a run keeps what it is about to write: in the output folder, and so on its file system. */
export const STAGING_FOLDER = ".sdkwright-writing";
