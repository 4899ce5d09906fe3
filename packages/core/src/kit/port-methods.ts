/** The method of each port that options have in every package, for `checkPorts`. */
export const portMethods = {
  client: 'generate',
  store: 'read',
  clock: 'now',
  timer: 'sleep',
  ids: 'next',
  logger: 'warn',
  signal: 'addEventListener',
  onEvent: 'call',
};
