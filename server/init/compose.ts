const HEADER = `# The companion on PostgreSQL, with the settings of .env: docker compose up --build --detach
# server/compose.yaml of the package takes the secrets from files instead. Put a proxy with TLS before it.
`;

/**
 * The package's compose file for a project that has installed the package: settings come from `.env`.
 * @param port the companion's on this machine
 */
export function toProjectComposeFile(packaged: string, port: number): string {
  return packaged
    .replace(/^(#.*\n)+/, () => HEADER)
    .replace('context: .., dockerfile', 'context: node_modules/tillgate, dockerfile')
    .replace('127.0.0.1:8787:8787', () => `127.0.0.1:${String(port)}:8787`)
    .replace(/\nsecrets:\n(?: .*\n)+/, '')
    .replace(/^ +secrets: .*\n/gm, '')
    .replace('POSTGRES_PASSWORD_FILE: /run/secrets/database_password', 'POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?}')
    .replaceAll(
      'DATABASE_URL_FILE: /run/secrets/database_url',
      "DATABASE_URL: 'postgres://tillgate:${POSTGRES_PASSWORD:?}@database/tillgate'",
    )
    .replace(/(TILLGATE_\w+)_FILE: \/run\/secrets\/\w+/g, '$1: ${$1:?}');
}
