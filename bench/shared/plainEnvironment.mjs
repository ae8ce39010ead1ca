/**
 * The environment of a measured process. It lacks the caller's settings of Cora, and what makes every Node process read
 * certificates before it starts.
 */
export const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([key]) => !key.startsWith('CORA_') && key !== 'NODE_EXTRA_CA_CERTS'),
);
