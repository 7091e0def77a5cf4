# Varnish 7 or newer, in front of the sites origin. Something with TLS, such as Hitch or nginx, stands before it.
# Set LECTERN_SITES_CDN_SECONDS=86400 and LECTERN_SITES_PURGE_URLS=http://<this server>:6081/ for the service.
vcl 4.1;

import directors;
import std;

backend first {
  .host = "127.0.0.1";
  .port = "3001";
  .first_byte_timeout = 60s;
}

# The processes of the service. Only they may purge.
acl purgers {
  "localhost";
}

sub vcl_init {
  new service = directors.round_robin();
  service.add_backend(first);
}

sub vcl_recv {
  set req.backend_hint = service.backend();

  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403, "Not allowed"));
    }
    # The names become part of a regular expression.
    if (req.http.Surrogate-Key !~ "^[a-z]+:[0-9a-f-]+( [a-z]+:[0-9a-f-]+)*$") {
      return (synth(400, "No names"));
    }
    # Only about the object, so that the ban lurker removes objects that nobody asks for. A condition has no spaces in it.
    if (std.ban("obj.http.Surrogate-Key ~ (^|[[:space:]])(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")([[:space:]]|$)")) {
      return (synth(200, "Purged"));
    }
    return (synth(500, std.ban_error()));
  }

  # A reader must not choose which site is kept under the name of another one.
  unset req.http.X-Forwarded-Host;
  unset req.http.Forwarded;

  # What depends on the reader: members and visitors who are signed in, and programs with a token.
  if (req.http.Authorization || req.http.Cookie ~ "(^|;)\s*(__Secure-|__Host-)?lectern") {
    return (pass);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Cookies of others, such as those of an analytics script, mean nothing to the service.
  unset req.http.Cookie;

  # Markdown for programs has the address of the page. Everything else is the same for every Accept header.
  if (req.http.Accept ~ "text/markdown") {
    return (pass);
  }
  set req.http.Accept = "text/html";
  return (hash);
}

sub vcl_backend_response {
  # Everything that depends on the reader says so: private, no-store, or a cookie.
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "private|no-store|no-cache" || beresp.status >= 400) {
    set beresp.uncacheable = true;
    # How long such an address is asked for without waiting for others. It may become public.
    set beresp.ttl = 10s;
    return (deliver);
  }
  # A page that was purged is never sent again. One that has only expired may be, while the new one is fetched.
  set beresp.grace = 10s;
  # Files and pictures have no names to be purged by. A file that was withdrawn must not stay for long.
  if (!beresp.http.Surrogate-Key && beresp.ttl > 1h) {
    set beresp.ttl = 1h;
  }
  # Bans are about this header, and browsers do not need it.
  if (!beresp.http.Surrogate-Key) {
    set beresp.http.Surrogate-Key = "none";
  }
}

sub vcl_deliver {
  # Browsers always ask again. They are not told of changes.
  set resp.http.Cache-Control = regsub(resp.http.Cache-Control, ",? ?s-maxage=[0-9]+", "");
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Cache-Tag;
  unset resp.http.Surrogate-Key;
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
