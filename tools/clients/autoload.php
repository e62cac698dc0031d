<?php
// What Composer would write into client/vendor: Debian's Guzzle, and where the client's classes are.
require "GuzzleHttp/autoload.php";
spl_autoload_register(function (string $class): void {
    $path = str_replace(["OpenAPI\\Client\\", "\\"], ["", "/"], $class);
    @include __DIR__ . "/../lib/$path.php";
});
