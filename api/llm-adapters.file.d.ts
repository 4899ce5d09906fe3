export type { CassetteStore };
export { createFileCassetteStore };
