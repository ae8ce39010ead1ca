/** Where a limit on memory (ulimit -v) leaves no room for another thread, starting one ends the process. Linux says so beforehand. */
export declare function roomForThread(): boolean;
