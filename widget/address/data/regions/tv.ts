/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'tyv|FUN:Funafuti|NMG:Nanumanga|NMA:Nanumea|Niulakita:Niulakita|NIT:Niutao|NUI:Nui|NKF:Nukufetau|NKL:Nukulaelae|VAI:Vaitupu';
