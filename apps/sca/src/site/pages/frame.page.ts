/** The frame of every page. */
export const framePage = `<!doctype html>
<html lang="<%= it.language %>">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title><%= it.title %> · Nordgate</title>
<link rel="stylesheet" href="/assets/site.css">
</head>
<body>
<header class="top">
<p class="brand">Nordgate <span><%= it.t('frame.tagline') %></span></p>
<% if (it.environment === 'sandbox') { %>
<p class="sandbox"><%= it.t('frame.sandbox') %></p>
<% } %>
</header>
<main>
<h1><%= it.title %></h1>
<%~ it.content %>
</main>
</body>
</html>
`;
