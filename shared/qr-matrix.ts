/** A QR code's modules, as QR libraries return them. */
export interface QrModules {
  /** Modules per side, without the quiet zone around it. */
  readonly size: number;
  get(x: number, y: number): boolean;
}

/** Modules row by row, dark ones as 1, four to a hexadecimal digit; the last digit is padded with 0. */
export function encodeQrModulesAsHex(code: QrModules): string {
  const { size } = code;
  const bits = Array.from({ length: size * size }, (_, at) => (code.get(at % size, Math.floor(at / size)) ? '1' : '0'));
  return (bits.join('').match(/.{1,4}/g) ?? []).map((four) => parseInt(four.padEnd(4, '0'), 2).toString(16)).join('');
}
