import type { NextConfig } from 'next';

const config: NextConfig = {
  // The folder above holds what all these apps share.
  turbopack: { root: `${import.meta.dirname}/..` },
};

export default config;
