<?php
// Replaces the file that Composer writes into client/vendor: loads Debian's Guzzle and the client's classes.
require "GuzzleHttp/autoload.php";
spl_autoload_register(function (string $class): void {
    $path = str_replace(["OpenAPI\\Client\\", "\\"], ["", "/"], $class);
    @include __DIR__ . "/../lib/$path.php";
});
