import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** All from this server, and WebSockets to wherever the room's process stands. */
const CONTENT_SECURITY_POLICY = {
  directives: {
    "default-src": ["'self'"],
    "connect-src": ["'self'", "ws:", "wss:"],
    "img-src": ["'self'", "data:"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "font-src": ["'self'"],
    // Helmet's default would break every host on plain HTTP in a local network.
    "upgrade-insecure-requests": null,
  },
};

/** Security headers on every answer of `app`, those of routes that there are not included. To be registered before all routes. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    strictTransportSecurity: false,
    // Both need a secure origin, and warn on plain HTTP.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // Others show the picture when the link is shared.
    crossOriginResourcePolicy: { policy: "cross-origin" },
  });
}
