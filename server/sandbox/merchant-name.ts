import type { SandboxState } from './state.ts';

/** The merchant of a payment as shoppers know it: its name, or the host of its website. */
export function merchantNameOf(
  { merchants }: Pick<SandboxState, 'merchants'>,
  { merchant_id: id, website }: { merchant_id: string; website: string },
): string {
  const { name } = merchants.find((merchant) => merchant.merchant_id === id) ?? {};
  return name ?? (URL.canParse(website) ? new URL(website).host : website);
}
