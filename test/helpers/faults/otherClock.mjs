// node --import this: a process whose clock is CORA_TEST_CLOCK milliseconds off. Timers go on as they do when a clock is set.

const offset = Number(process.env['CORA_TEST_CLOCK'] ?? 0);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + offset] : args));
  }

  static now() {
    return RealDate.now() + offset;
  }
};
