/** Whether digits pass the Luhn check, which most card brands use and which detects every single wrong digit. */
export function passesLuhnCheck(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const value = Number(digits[digits.length - 1 - index]) << (index % 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
