/** What stays on this machine: what is sent there needs no encryption, and no proxy leads there. */
export declare function isLoopback({ hostname }: URL): boolean;
