/** Why the real app cannot be started here; undefined where it can. */
export const desktopMissing = process.env['TOOLMESH_TEST_NO_DESKTOP'];
