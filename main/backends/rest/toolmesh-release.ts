/** The ToolMesh release whose DADL files we read; a file's `requires.toolmesh` is compared with it. */
export const toolmeshRelease = '0.4.1';
